#!/bin/sh
# What the conformance suite starts as the client, with the address of its server. usage: BIN=.. scenario.sh URL
case $MCP_CONFORMANCE_SCENARIO in
tools_call) exec "$BIN" mcp call add_numbers '{"a": 5, "b": 3}' --mcp "$1" ;;
sse-retry) exec "$BIN" mcp call test_reconnection --mcp "$1" ;;
elicitation-*) exec "$BIN" mcp call test_client_elicitation_defaults --mcp "$1" ;;
*) exec "$BIN" mcp list --mcp "$1" ;;
esac
