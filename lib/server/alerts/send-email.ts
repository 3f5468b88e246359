import { isLoopbackAddress } from '@/contract/settings.mjs'
import { settings } from '../settings'

const CONNECT_MS = 10_000
const IDLE_MS = 20_000
const TIMEOUT_MS = 30_000

/** The mail server, and the address that emails come from. */
export interface MailServer {
  url: string
  from: string
}

/** Returns the mail server of the settings; undefined where the console sends no emails. */
export function mailServer(): MailServer | undefined {
  const { CONSOLE_SMTP_URL: url, CONSOLE_SMTP_FROM: from } = settings()
  return url === undefined || from === undefined ? undefined : { url, from }
}

interface Email {
  /** A part of its Message-ID. */
  id: string
  to: string
  subject: string
  text: string
}

/** How an email ended. `unknown`: the mail server did not say whether it accepted the email. */
export interface EmailEnd {
  state: 'sent' | 'failed' | 'unknown'
  /** In words, without what the mail server said. */
  result: string
}

/** Sends an email to one address, once. TLS is required, except on this machine; the address of the server can say otherwise. */
export async function sendEmail({ url, from }: MailServer, { id, to, subject, text }: Email): Promise<EmailEnd> {
  // Loaded with the first email.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    requireTLS: !isLoopbackAddress(url),
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: { name: 'Billing Console', address: from },
      // Not as text, which could name several addresses.
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { state: 'sent', result: 'accepted by the mail server' }
  } catch (error) {
    return endOf(error)
  } finally {
    transport.close()
  }
}

/** Codes of nodemailer and of the system for failures before the message was sent. */
const NOT_SENT: ReadonlySet<unknown> = new Set([
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EENVELOPE',
  'ECONFIG',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
])

function endOf(error: unknown): EmailEnd {
  const { code, originalCode, timeoutType, responseCode } = Object(error)
  if (typeof responseCode === 'number') return { state: 'failed', result: `refused with SMTP ${responseCode}` }
  const reason = [code, originalCode, timeoutType].find((each) => NOT_SENT.has(each))
  if (reason !== undefined) return { state: 'failed', result: `not sent: ${String(reason)}` }
  return { state: 'unknown', result: 'not known whether it was sent' }
}
