#!/bin/sh
# Starts agentc. What runs strangers' code does so only if every wall of the sandbox stands in this container.
set -eu
case " $* " in *" --no-load-test "*) exec agentc "$@" ;; esac
case ${1-} in
  run|test|mcp|validate|package|report)
    if ! missing=$(agentc-tool-run --require-sandbox=full --explain-sandbox 2>&1); then
      echo "$missing" | tail -n 1 >&2
      echo 'agentc-start: this container lacks a wall of the sandbox, so that code is not run in it' >&2
      exit 2
    fi ;;
esac
exec agentc "$@"
