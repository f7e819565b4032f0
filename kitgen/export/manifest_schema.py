"""The JSON schema of the manifest, made from its models.

``python -m kitgen.export.manifest_schema`` writes it anew after a change of the models.
A program that is not kitgen can judge a ``manifest.json`` by it. Cross references (an assembly
that names a part) are beyond what a schema can say; :class:`kitgen.export.manifest.Manifest`
checks them.
"""

import json
from pathlib import Path

from kitgen.export.manifest import Manifest

PATH = Path(__file__).with_name("manifest.schema.json")


def schema_bytes() -> bytes:
    """Give the schema file's bytes as they have to be (JSON Schema draft 2020-12)."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Manifest.model_json_schema(mode="serialization"),
    }
    return (json.dumps(schema, indent=1, ensure_ascii=False) + "\n").encode()


if __name__ == "__main__":
    PATH.write_bytes(schema_bytes())
