import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { testPort } from './test-port'

/** A certificate of its own authority for localhost, 127.0.0.1 and receiver.test, until 2126. Its key protects nothing. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg98qE63F/qOLC6PB9
0aE9MD8tK5Vbp7ohxPGIjTrTFsyhRANCAAQXSw+I/HgxMaxaBq1CwMfJsQaOsWQG
+Yl00yStKKe8HSw0OKVXfkHy/2seMfByg/ZTpAJTY4KX8w87aKDaCvVa
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB0zCCAXigAwIBAgIUSNuWGHQenY+gEwzyW5aT03w5vsEwCgYIKoZIzj0EAwIw
KDEmMCQGA1UEAwwdYmlsbGluZy1jb25zb2xlIHRlc3QgcmVjZWl2ZXIwIBcNMjYx
MTI4MDAwNzQ0WhgPMjEyNjExMDQwMDA3NDRaMCgxJjAkBgNVBAMMHWJpbGxpbmct
Y29uc29sZSB0ZXN0IHJlY2VpdmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
F0sPiPx4MTGsWgatQsDHybEGjrFkBvmJdNMkrSinvB0sNDilV35B8v9rHjHwcoP2
U6QCU2OCl/MPO2ig2gr1WqN+MHwwHQYDVR0OBBYEFHmuIUuNIzjpBuR9ZHV4r1aO
Jb6nMB8GA1UdIwQYMBaAFHmuIUuNIzjpBuR9ZHV4r1aOJb6nMA8GA1UdEwEB/wQF
MAMBAf8wKQYDVR0RBCIwIIIJbG9jYWxob3N0gg1yZWNlaXZlci50ZXN0hwR/AAAB
MAoGCCqGSM49BAMCA0kAMEYCIQCJ9Jw2nSSI8BkFAx63kcDKeEodSl8ABRPOTRDa
sc4C/AIhAKYkx2wiuzF1QCV6e2oK8UqsedyCY9O4afJDnbAKOV+1
-----END CERTIFICATE-----`

interface ReceivedCall {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

type Respond = (response: ServerResponse) => void
const accept: Respond = (response) => void response.writeHead(204).end()

type Receiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** Starts a receiver of webhooks for the tests of a file. Returns how to get it; each test finds it as it started. */
export function useWebhookReceiver(): () => Receiver {
  const started: Receiver[] = []
  const receiver = () => {
    const [only] = started
    if (!only) throw new Error('The receiver runs from beforeAll to afterAll')
    return only
  }
  beforeAll(async () => void started.push(await startWebhookReceiver()))
  afterEach(() => {
    receiver().respondWith()
    receiver().received.length = 0
  })
  afterAll(() => receiver().close())
  return receiver
}

/** Starts a receiver of webhooks, over real https. It answers 204 until `respondWith` says otherwise. */
async function startWebhookReceiver() {
  const received: ReceivedCall[] = []
  let respond = accept
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      respond(response)
    })
  })
  const port = await testPort(server)
  return {
    port,
    url: `https://localhost:${port}/hook/path-secret?token=query-secret`,
    /** How deliveries reach it. */
    options: { allowsPrivate: true, ca: CERTIFICATE },
    received,
    respondWith: (next: Respond = accept) => void (respond = next),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
