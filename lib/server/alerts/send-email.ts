import { setTimeout as wait } from 'node:timers/promises'
import { isLoopbackAddress } from '@/contract/settings.mjs'
import { settings, type Settings } from '../settings'

const CONNECT_MS = 10_000
const IDLE_MS = 20_000
const TIMEOUT_MS = 30_000

/** The mail server, and the address that emails come from. */
export interface MailServer {
  url: string
  from: string
}

/** Returns the mail server of the settings; undefined where the console sends no emails. */
export function mailServer(of: Settings = settings()): MailServer | undefined {
  const { CONSOLE_SMTP_URL: url, CONSOLE_SMTP_FROM: from } = of
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

/**
 * Sends an email to one address, once. TLS is required, except on this machine; the address of the server can say otherwise.
 * The end is `unknown` when the connection breaks without a reply: call `mailServerProblem` first.
 */
export async function sendEmail(server: MailServer, { id, to, subject, text }: Email): Promise<EmailEnd> {
  const { from } = server
  const transport = await transportTo(server)
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
    const { responseCode } = Object(error)
    // nodemailer also reports a stray 2xx or 3xx, after which the email may still be accepted.
    return typeof responseCode === 'number' && responseCode >= 400
      ? { state: 'failed', result: `refused with SMTP ${responseCode}` }
      : { state: 'unknown', result: 'not known whether it was sent' }
  } finally {
    transport.close()
  }
}

/**
 * Connects to a mail server, signs in when its address has a user, and sends nothing.
 * @returns the code of the failure, without what the server said; null when it works
 */
export async function mailServerProblem(server: MailServer): Promise<string | null> {
  const transport = await transportTo(server)
  try {
    const tooLate = wait(TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject({ code: 'ETIMEDOUT' }))
    await Promise.race([transport.verify(), tooLate])
    return null
  } catch (error) {
    const { code, originalCode, timeoutType, responseCode } = Object(error)
    return responseCode === undefined
      ? String(timeoutType ?? originalCode ?? code ?? 'ECONNECTION')
      : `SMTP ${responseCode}`
  } finally {
    transport.close()
  }
}

/** True when the address of a mail server has a user to sign in with. */
export const hasUser = (url: string): boolean => new URL(url).username !== ''

async function transportTo({ url }: MailServer) {
  // Loaded with the first email.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    requireTLS: !isLoopbackAddress(url),
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Also where the server does not offer it, so that a password is never left out silently.
    forceAuth: hasUser(url),
  })
}
