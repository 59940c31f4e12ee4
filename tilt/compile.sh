# Compiles the program and puts it where the image takes it from, without what only a debugger wants, and only if it has changed.
set -eu
cargo build --locked --package canopy
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
mkdir -p .tilt/bin
strip --strip-debug -o .tilt/bin/canopy.new "$target/debug/canopy"
if cmp -s .tilt/bin/canopy.new .tilt/bin/canopy; then rm .tilt/bin/canopy.new; else mv .tilt/bin/canopy.new .tilt/bin/canopy; fi
