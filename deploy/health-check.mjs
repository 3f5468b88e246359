// The HEALTHCHECK of both images: succeeds when the program and its database respond. The argument names the setting with
// the port.
import { DEFAULT_PORTS, readSettingFiles } from '../contract/settings.mjs'

const name = process.argv[2] === 'PORT' ? 'PORT' : 'BILLING_SERVICE_PORT'
const port = { ...process.env, ...readSettingFiles(process.env, [name]) }[name]?.trim() || DEFAULT_PORTS[name]
const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => null,
)
process.exit(response?.ok ? 0 : 1)
