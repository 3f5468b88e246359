import { once } from 'node:events'
import { Agent, createServer, get, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { stoppableServer } from './admission.mjs'

async function started() {
  const responses: ServerResponse[] = []
  const server = createServer((_, response) => void responses.push(response))
  const stoppable = stoppableServer(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an AddressInfo
  const { port } = server.address() as AddressInfo
  return { server, stoppable, port, responses }
}

/** Sends a request. @returns the response's text, and its `Connection` header; or the error's code */
function ask(port: number, agent?: Agent): Promise<{ text: string; connection: string | undefined } | string> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ text, connection: response.headers.connection }))
      response.on('error', (error) => resolve(String(Object(error).code)))
    }).on('error', (error) => resolve(String(Object(error).code)))
  })
}

async function respondTo(responses: ServerResponse[], index: number, text: string): Promise<void> {
  await expect.poll(() => responses[index]).toBeDefined()
  responses[index]?.end(text)
}

describe('stoppableServer', () => {
  it('finishes running requests, keeps no connection and accepts no new one', async () => {
    const { server, stoppable, port, responses } = await started()
    const agent = new Agent({ keepAlive: true })
    const running = ask(port, agent)
    await expect.poll(() => responses).toHaveLength(1)
    const stopped = stoppable.stop(0)
    await expect.poll(() => server.listening).toBe(false)
    expect(await ask(port)).toBe('ECONNREFUSED')
    await respondTo(responses, 0, 'done')
    expect(await running).toEqual({ text: 'done', connection: 'close' })
    await stopped
    agent.destroy()
  })

  it('serves on while it drains, without keeping connections', async () => {
    const { stoppable, port, responses } = await started()
    const stopped = stoppable.stop(300)
    const agent = new Agent({ keepAlive: true })
    const late = ask(port, agent)
    await respondTo(responses, 0, 'late')
    expect(await late).toEqual({ text: 'late', connection: 'close' })
    await stopped
    agent.destroy()
  })

  it('ends connections without a request after a moment, also those whose response had begun', async () => {
    const { stoppable, port, responses } = await started()
    const silent = connect(port, '127.0.0.1')
    const agent = new Agent({ keepAlive: true })
    const running = ask(port, agent)
    await expect.poll(() => responses).toHaveLength(1)
    responses[0]?.write('begun ')
    const stopped = stoppable.stop(0)
    await once(silent.resume(), 'close')
    await respondTo(responses, 0, 'and ended')
    expect(await running).toMatchObject({ text: 'begun and ended' })
    await stopped
    agent.destroy()
  })

  it('sends a response to its end that its client reads slowly', async () => {
    const { server, stoppable, port, responses } = await started()
    const slow = connect(port, '127.0.0.1', () => slow.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
    await expect.poll(() => responses).toHaveLength(1)
    const body = 'x'.repeat(20_000_000)
    responses[0]?.end(body)
    const stopped = stoppable.stop(0)
    await expect.poll(() => server.listening).toBe(false)
    let received = 0
    slow.on('data', (part) => (received += part.length))
    await once(slow, 'close')
    expect(received).toBeGreaterThan(body.length)
    await stopped
  })

  it('cuts what still runs', async () => {
    const { stoppable, port, responses } = await started()
    const running = ask(port)
    await expect.poll(() => responses).toHaveLength(1)
    const stopped = stoppable.stop(0)
    stoppable.cut()
    expect(await running).toBe('ECONNRESET')
    await stopped
  })

  it('closes a connection that pipelines more than 100 requests', async () => {
    const { stoppable, port } = await started()
    const socket = connect(port, '127.0.0.1').resume()
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(101))
    await once(socket, 'close')
    expect(socket.bytesRead).toBe(0)
    await stoppable.stop(0)
  })
})
