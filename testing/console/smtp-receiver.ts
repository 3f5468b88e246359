import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { testPort } from './test-port'

interface ReceivedEmail {
  from: string
  to: string[]
  /** Headers and body as they were sent. */
  source: string
}

/** How the server behaves: accepts or refuses a message, breaks off after it, resets each connection, or refuses the sign-in. */
type Behaviour = 'accept' | 'refuse' | 'break' | 'reset' | 'refuse-sign-in'

/** Starts a mail server that keeps what it receives. It knows what a client without TLS needs. */
export async function startSmtpReceiver() {
  const received: ReceivedEmail[] = []
  let behaviour: Behaviour = 'accept'
  let attempts = 0
  const serve = (socket: Socket) => {
    if (behaviour === 'reset') return void socket.destroy()
    const say = (line: string) => void socket.write(`${line}\r\n`)
    let email: ReceivedEmail = { from: '', to: [], source: '' }
    let isData = false
    const end = () => {
      isData = false
      attempts += 1
      if (behaviour === 'break') return void socket.destroy()
      if (behaviour === 'refuse') return say('554 5.7.1 no')
      received.push(email)
      return say('250 2.0.0 accepted')
    }
    const run = (line: string) => {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'EHLO') return say('250 receiver.test')
      if (command === 'AUTH') return say(behaviour === 'refuse-sign-in' ? `535 5.7.8 no ${line}` : '235 2.7.0 ok')
      if (command === 'MAIL') email = { from: address, to: [], source: '' }
      if (command === 'RCPT') email.to.push(address)
      if (command === 'QUIT') return void socket.end('221 2.0.0 bye\r\n')
      isData = command === 'DATA'
      return say(isData ? '354 go on' : '250 2.0.0 ok')
    }
    socket.on('error', () => undefined)
    createInterface({ input: socket }).on('line', (line) => {
      if (!isData) run(line)
      else if (line === '.') end()
      else email.source += `${line.replace(/^\./, '')}\n`
    })
    say('220 receiver.test')
  }
  const server = createServer(serve)
  const port = await testPort(server)
  return {
    server: { url: `smtp://127.0.0.1:${port}`, from: 'console@example.com' },
    received,
    /** The number of messages that were sent whole, accepted or not. */
    attempts: () => attempts,
    behave: (next: Behaviour) => void (behaviour = next),
    close: () => void server.close(),
  }
}

/** Returns the text of an email, without the line breaks of its encoding. */
export const emailText = ({ source }: { source: string }): string =>
  source.slice(source.indexOf('\n\n')).replaceAll('=\n', '').replaceAll('=3D', '=')
