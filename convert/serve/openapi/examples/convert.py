"""Converts a purchase order and prints its rows, one JSON object per line:

    LINEITEM_KEY=li_... python3 convert.py order.pdf

LINEITEM_URL is the address of the service.
"""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

TRIES = 4
LONGEST_WAIT = 60  # seconds; a day's limit may ask for hours


def convert(url, key, path):
    """Returns the result, or raises an HTTPError whose body is a problem."""
    with open(path, "rb") as file:
        document = base64.b64encode(file.read()).decode()
    request = urllib.request.Request(
        url + "/api/v1/convert",
        data=json.dumps({"file_base64": document, "filename": os.path.basename(path)}).encode(),
        headers={
            "Authorization": "Bearer " + key,
            "Content-Type": "application/json",
            "Accept": "application/json",
            # One for all tries: only one of them is charged.
            "Idempotency-Key": str(uuid.uuid4()),
        },
    )
    for left in reversed(range(TRIES)):
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            # 429 and 503 say when to try again; nothing else gets better by itself.
            wait = int(error.headers.get("Retry-After") or 0)
            if wait == 0 or wait > LONGEST_WAIT or left == 0:
                raise
            error.close()
            time.sleep(wait)


def main():
    if len(sys.argv) != 2 or not os.environ.get("LINEITEM_KEY"):
        print("usage: LINEITEM_KEY=li_... python3 convert.py order.pdf", file=sys.stderr)
        sys.exit(2)
    url = os.environ.get("LINEITEM_URL", "http://127.0.0.1:8080")
    try:
        result = convert(url, os.environ["LINEITEM_KEY"], sys.argv[1])
    except urllib.error.HTTPError as error:
        if error.headers.get_content_type() != "application/problem+json":
            sys.exit(f"the service answered {error.code}")
        problem = json.load(error)
        sys.exit(f"{problem['status']} {problem['code']}: {problem['detail']} (request {problem['requestId']})")
    except urllib.error.URLError as error:
        sys.exit(f"the service cannot be reached: {error.reason}")
    except OSError as error:
        sys.exit(str(error))
    for row in result["rows"]:
        print(json.dumps(row))


if __name__ == "__main__":
    main()
