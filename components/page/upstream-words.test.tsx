import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UpstreamWords } from './upstream-words'

const shown = (words: { upstreamMessage?: string; upstreamBody?: string }, detail = 'It was refused.') =>
  renderToStaticMarkup(<UpstreamWords words={words} detail={detail} verb="said" />)

it('shows the message, and the response where it says more', () => {
  const both = shown({ upstreamMessage: 'E_1042', upstreamBody: '{"hint":"Contract locked"}' })
  expect(both).toContain('The billing API said: “E_1042”')
  expect(both).toContain('Contract locked')
  expect(shown({ upstreamMessage: 'E_1042' })).not.toContain('Show the response')
  expect(shown({ upstreamMessage: 'E_1042' }, 'Refused: E_1042')).toBe('')
})
