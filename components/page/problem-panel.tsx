import type { ComponentProps } from 'react'
import type { Problem } from '@/lib/core/problem'
import { Identifier } from '@/components/text/identifier'
import { FailureNotice } from '@/components/ui/failure-notice'
import { TechnicalDetail } from '@/components/ui/technical-detail'
import { UpstreamWords } from './upstream-words'

interface ProblemPanelProps extends Pick<ComponentProps<typeof FailureNotice>, 'retrying' | 'onRetry' | 'children'> {
  problem: Problem
}

/**
 * Replaces a view that failed to load: the cause, the request ID and Retry. There is no Retry for a role without access,
 * because only an admin can change that.
 */
export function ProblemPanel({ problem, retrying, onRetry, children }: ProblemPanelProps) {
  const canRetry = problem.code !== 'not_allowed'
  return (
    <FailureNotice title={problem.title} retrying={retrying} onRetry={canRetry ? onRetry : undefined}>
      <p>{problem.detail}</p>
      <UpstreamWords words={problem} detail={problem.detail} verb="says" />
      {problem.technicalDetail && <TechnicalDetail>{problem.technicalDetail}</TechnicalDetail>}
      {problem.requestId && (
        <p className="text-muted mt-1 text-xs">
          Request <Identifier id={problem.requestId} of="request" />
        </p>
      )}
      {children}
    </FailureNotice>
  )
}
