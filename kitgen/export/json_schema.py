"""JSON schemas of the formats that kitgen writes, made from their models."""

import json

from pydantic import BaseModel


def schema_bytes(model: type[BaseModel]) -> bytes:
    """Give the bytes of a schema file (JSON Schema draft 2020-12)."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **model.model_json_schema(mode="serialization"),
    }
    return (json.dumps(schema, indent=1, ensure_ascii=False) + "\n").encode()
