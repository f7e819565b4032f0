"""The JSON schema of the manifest, made from its models.

``python -m kitgen.export.manifest_schema`` writes it anew after a change of the models.
A program that is not kitgen can judge a ``manifest.json`` by it. Cross references (an assembly
that names a part) are beyond what a schema can say; :class:`kitgen.export.manifest.Manifest`
checks them.
"""

from pathlib import Path

from kitgen.export import json_schema
from kitgen.export.manifest import Manifest

PATH = Path(__file__).with_name("manifest.schema.json")


def schema_bytes() -> bytes:
    """Give the schema file's bytes as they have to be."""
    return json_schema.schema_bytes(Manifest)


if __name__ == "__main__":
    PATH.write_bytes(schema_bytes())
