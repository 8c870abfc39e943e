-- Version 2: layouts.

CREATE TABLE lineitem.layout (
    account bytea NOT NULL,
    id      bytea NOT NULL,
    layout  bytea NOT NULL,
    PRIMARY KEY (account, id)
);

-- change_2 is change_1 with the account's layouts: all are forgotten where
-- p_layouts_clear is true, then those of p_layouts_gone, and then those of p_layouts
-- become what p_layouts_to says.
CREATE FUNCTION lineitem.change_2(
    IN p_account bytea, IN p_at timestamptz, IN p_version bigint, IN p_next bigint,
    IN p_record bytea, IN p_writers bytea, IN p_mapper bytea,
    IN p_requests bytea[], IN p_requests_seen bytea[],
    IN p_set bytea[], IN p_set_to bytea[], IN p_set_lasting boolean[], IN p_unset bytea[],
    IN p_seqs bigint[], IN p_entries bytea[],
    IN p_keys bytea[], IN p_keys_gone bytea[],
    IN p_layouts_clear boolean, IN p_layouts bytea[], IN p_layouts_to bytea[], IN p_layouts_gone bytea[],
    OUT r_stored boolean, OUT r_at timestamptz, OUT r_version bigint,
    OUT r_record bytea, OUT r_writers bytea, OUT r_requests bytea[]
) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF p_record IS NOT NULL THEN
        SELECT a.version INTO r_version FROM lineitem.account a WHERE a.id = p_account FOR UPDATE;
    END IF;
    SELECT a.version, a.record, a.writers, r.requests INTO r_version, r_record, r_writers, r_requests
        FROM (SELECT array_agg(r.request ORDER BY i.n) AS requests
            FROM unnest(p_requests) WITH ORDINALITY AS i(id, n)
            LEFT JOIN lineitem.request r ON r.account = p_account AND r.id = i.id) AS r
        LEFT JOIN lineitem.account a ON a.id = p_account;
    r_version := coalesce(r_version, 0);
    r_at := clock_timestamp();
    r_stored := r_version = p_version
        AND r_requests IS NOT DISTINCT FROM p_requests_seen
        AND r_at BETWEEN p_at - interval '5 seconds' AND p_at + interval '5 seconds';
    IF r_stored AND p_record IS NOT NULL THEN
        IF p_version = 0 THEN
            r_version := NULL;
            INSERT INTO lineitem.account (id, version, record, writers, mapper)
                VALUES (p_account, p_next, p_record, p_writers, p_mapper)
                ON CONFLICT (id) DO NOTHING RETURNING version INTO r_version;
            IF r_version IS NULL THEN
                -- There was no row to lock, and another node has made it meanwhile.
                RAISE EXCEPTION 'the account was made meanwhile' USING ERRCODE = 'serialization_failure';
            END IF;
        ELSE
            UPDATE lineitem.account
                SET version = p_next, record = p_record, writers = p_writers, mapper = p_mapper
                WHERE id = p_account;
            r_version := p_next;
        END IF;
    END IF;
    IF NOT r_stored THEN
        RETURN;
    END IF;
    r_record := NULL;
    r_writers := NULL;
    r_requests := NULL;
    IF p_seqs IS NOT NULL THEN
        INSERT INTO lineitem.ledger (account, seq, entry)
            SELECT p_account, e.seq, e.entry FROM unnest(p_seqs, p_entries) AS e(seq, entry);
    END IF;
    IF p_set IS NOT NULL THEN
        INSERT INTO lineitem.request AS r (account, id, request, expires)
            SELECT p_account, s.id, s.request,
                CASE WHEN s.lasting THEN NULL ELSE r_at + interval '25 hours' END
                FROM unnest(p_set, p_set_to, p_set_lasting) AS s(id, request, lasting)
            -- A time that is late enough stays, so that no index has to be changed.
            ON CONFLICT (account, id) DO UPDATE SET request = excluded.request,
                expires = CASE WHEN r.expires >= r_at + interval '24 hours' AND excluded.expires IS NOT NULL THEN r.expires ELSE excluded.expires END;
    END IF;
    IF p_unset IS NOT NULL THEN
        DELETE FROM lineitem.request WHERE account = p_account AND id = ANY (p_unset);
    END IF;
    IF p_keys_gone IS NOT NULL THEN
        DELETE FROM lineitem.api_key WHERE account = p_account AND hash = ANY (p_keys_gone);
    END IF;
    IF p_keys IS NOT NULL THEN
        INSERT INTO lineitem.api_key (hash, account) SELECT k.hash, p_account FROM unnest(p_keys) AS k(hash)
            ON CONFLICT (hash) DO UPDATE SET account = excluded.account;
    END IF;
    IF p_layouts_clear THEN
        DELETE FROM lineitem.layout WHERE account = p_account;
    END IF;
    IF p_layouts_gone IS NOT NULL THEN
        DELETE FROM lineitem.layout WHERE account = p_account AND id = ANY (p_layouts_gone);
    END IF;
    IF p_layouts IS NOT NULL THEN
        INSERT INTO lineitem.layout (account, id, layout)
            SELECT p_account, l.id, l.layout FROM unnest(p_layouts, p_layouts_to) AS l(id, layout)
            ON CONFLICT (account, id) DO UPDATE SET layout = excluded.layout;
    END IF;
END
$$;
