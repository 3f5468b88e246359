import { TechnicalDetail } from '@/components/ui/technical-detail'
import { VisibleMarks } from '@/components/text/visible-marks'

interface UpstreamWordsProps {
  words: { upstreamMessage?: string | null | undefined; upstreamBody?: string | null | undefined }
  /** The sentence above, which may already contain the message. */
  detail: string
  verb: 'says' | 'said'
}

/** Quotes the billing API's error message. When that is missing or not all, the response can be unfolded as the API sent it. */
export function UpstreamWords({ words: { upstreamMessage, upstreamBody }, detail, verb }: UpstreamWordsProps) {
  return (
    <>
      {upstreamMessage && !detail.includes(upstreamMessage) && (
        <p className="mt-1">
          The billing API {verb}: “<VisibleMarks>{upstreamMessage}</VisibleMarks>”
        </p>
      )}
      {upstreamBody && (
        <TechnicalDetail summary="Show the response">
          <pre className="foreign max-h-60 overflow-y-auto whitespace-pre-wrap">
            <VisibleMarks>{upstreamBody}</VisibleMarks>
          </pre>
        </TechnicalDetail>
      )}
    </>
  )
}
