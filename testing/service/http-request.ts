import { request } from 'node:http'

/** For tests: the response to a request. */
export interface HttpResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** For tests: sends a request with its target exactly as given; `fetch` would normalise it. */
export function httpRequest(
  base: string,
  target: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<HttpResponse> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const sent = request({ hostname, port, path: target, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
