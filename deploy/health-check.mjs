// The HEALTHCHECK of both images: succeeds when the program and its database respond. The argument names the variable with
// the port.
const port = process.env[process.argv[2] ?? '']
const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => null,
)
process.exit(response?.ok ? 0 : 1)
