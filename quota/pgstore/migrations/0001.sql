-- Version 1. What the columns hold is in the comments of package pgstore.
--
-- Identifiers of accounts are bytes, so that they sort as quota.Store says
-- whatever collation the database has.
--
-- It is written in what PostgreSQL 15, YugabyteDB and CockroachDB document
-- (CockroachDB: PL/pgSQL with OUT parameters, since 24.1): no domains, no
-- extensions, no advisory locks, no FOUND, no dynamic SQL, no handlers. It is
-- tried on PostgreSQL; nobody could try it on the other two yet.

CREATE TABLE lineitem.account (
    id      bytea PRIMARY KEY,
    version bigint NOT NULL,
    record  bytea NOT NULL,
    writers bytea NOT NULL,
    mapper  bytea
) WITH (fillfactor = 50);

CREATE INDEX account_mapper ON lineitem.account (mapper) WHERE mapper IS NOT NULL;

CREATE TABLE lineitem.ledger (
    account bytea NOT NULL,
    seq     bigint NOT NULL,
    entry   bytea NOT NULL,
    PRIMARY KEY (account, seq)
);

CREATE TABLE lineitem.request (
    account bytea NOT NULL,
    id      bytea NOT NULL,
    request bytea NOT NULL,
    expires timestamptz,
    PRIMARY KEY (account, id)
) WITH (fillfactor = 80);

CREATE INDEX request_expires ON lineitem.request (expires) WHERE expires IS NOT NULL;

CREATE TABLE lineitem.api_key (
    hash    bytea PRIMARY KEY,
    account bytea NOT NULL
);

CREATE TABLE lineitem.module (
    hash    bytea PRIMARY KEY,
    module  bytea NOT NULL,
    unnamed timestamptz
);

CREATE TABLE lineitem.node (
    name    bytea PRIMARY KEY,
    process bytea NOT NULL,
    place   bytea NOT NULL,
    lease   timestamptz NOT NULL
);

-- change_1 is one transaction of quota.Store. It compares what the caller saw
-- (the record's version, 0 for none, and some requests, NULL for none) with what
-- there is. If all is as it was, and the database's clock within 5 s of the
-- caller's, it stores what it is given and says so. Otherwise it changes nothing
-- and returns what there is. Without a new record it only compares, and locks
-- and writes nothing. A caller that saw nothing yet passes -1.
--
-- Each statement of a VOLATILE function sees what was committed before that
-- statement (READ COMMITTED): after FOR UPDATE nobody else changes the account,
-- nor its keys and ledger, which follow it. The record and the requests are read
-- by one statement, so that they belong together also where nothing is locked.
--
-- Its name has a number: nodes of an earlier version, which still run while one
-- of a later version migrates, go on to use their own.
CREATE FUNCTION lineitem.change_1(
    IN p_account bytea, IN p_at timestamptz, IN p_version bigint, IN p_next bigint,
    IN p_record bytea, IN p_writers bytea, IN p_mapper bytea,
    IN p_requests bytea[], IN p_requests_seen bytea[],
    IN p_set bytea[], IN p_set_to bytea[], IN p_set_lasting boolean[], IN p_unset bytea[],
    IN p_seqs bigint[], IN p_entries bytea[],
    IN p_keys bytea[], IN p_keys_gone bytea[],
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
END
$$;
