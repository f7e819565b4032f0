"""What lies in the box lid: rules booklet, score sheet and assembly manual, typeset by typst."""
