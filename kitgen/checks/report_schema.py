"""The JSON schema of the report; ``python -m kitgen.checks.report_schema`` writes it anew."""

from pathlib import Path

from kitgen.checks.report import Report
from kitgen.export import json_schema

PATH = Path(__file__).with_name("report.schema.json")


def schema_bytes() -> bytes:
    """Give the schema file's bytes as they have to be."""
    return json_schema.schema_bytes(Report)


if __name__ == "__main__":
    PATH.write_bytes(schema_bytes())
