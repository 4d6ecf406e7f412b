#!/bin/sh
# fetch.sh HERE REPOSITORY: builds the project once with the network, so that REPOSITORY has all that Maven wants, and checks its jars.
# Without repository.sha256 the list is written.
set -eu
rm -rf project
cp -r "$1/project" .
mvn -q -B "-Dmaven.repo.local=$2" -f project/pom.xml package > log 2>&1 || { cat log; exit 1; }
cd "$2"
[ -f "$1/repository.sha256" ] || find . -name '*.jar' | LC_ALL=C sort | xargs sha256sum > "$1/repository.sha256"
sha256sum --check --quiet "$1/repository.sha256"
