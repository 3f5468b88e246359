/** Codes of Node for a TLS certificate that it does not accept, except an expired one and one of another name. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_UNTRUSTED|CERT_CHAIN|INVALID_CA/

/** Returns why a connection failed, and how to mend a certificate that is not accepted. */
export function connectionReason(error: unknown): string {
  const { code, message } = innermost(error)
  const hint = certificateHint(code)
  return hint === undefined ? `${message}.` : `${message} (TLS certificate). ${hint}`
}

function certificateHint(code: string): string | undefined {
  if (code === 'CERT_HAS_EXPIRED') return 'Renew it.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Use the name that it is made for, or make one for this name.'
  return UNTRUSTED.test(code) ? 'Set NODE_EXTRA_CA_CERTS to a file with your own authority.' : undefined
}

/** `fetch` and our connector wrap the error that has the reason. */
function innermost(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  if (error instanceof AggregateError && error.message === '') return innermost(error.errors[0])
  if (error.cause instanceof Error) return innermost(error.cause)
  return { code: 'code' in error && typeof error.code === 'string' ? error.code : '', message: error.message }
}
