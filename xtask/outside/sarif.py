"""Validates a SARIF log by a schema, and prints a line of JSON for each place that does not fit."""

import json
import pathlib
import sys

import jsonschema

log, schema = (json.loads(pathlib.Path(path).read_text()) for path in sys.argv[1:3])
validator = jsonschema.validators.validator_for(schema)
for error in validator(schema, format_checker=validator.FORMAT_CHECKER).iter_errors(log):
    print(json.dumps({"name": error.json_path, "what": error.message}))
run = log["runs"][0]
counts = {"results": len(run["results"]), "rules": len(run["tool"]["driver"]["rules"])}
counts["notifications"] = len(run["invocations"][0]["toolExecutionNotifications"])
print(json.dumps({"counts": counts}))
