'use client'

import { useState } from 'react'
import { CHECK_KINDS, type CheckKind, type CheckList, MAX_CHECKED } from '@/contract/console/checks'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { useStartCheck } from '../_lists/check-these'
import { FIELD, IdsForm } from '../_lists/ids-form'
import { JobProblem } from '../_jobs/job'
import { CHECK_KIND_NAMES, durationLabel } from './check-labels'

/** Starts the check of a pasted list or a file. */
export function NewCheck({ list }: { list: CheckList }) {
  const [kind, setKind] = useState<CheckKind>('invoice')
  const start = useStartCheck()
  return (
    <IdsForm
      title="New check"
      label="Check"
      kind={kind}
      maxIds={MAX_CHECKED}
      tooLong={TOO_LONG}
      aboutLabel={(count) => aboutLabel(count, list)}
      isStarting={start.isPending}
      onStart={(ids) => start.mutate({ kind, ids })}
      onRead={() => start.reset()}
      problem={start.error && <JobProblem error={start.error} />}
    >
      <label className="text-sm">
        <span className="mb-1 block font-medium">What they are</span>
        <select
          value={kind}
          onChange={({ currentTarget }) => setKind(CHECK_KINDS.find((each) => each === currentTarget.value) ?? 'any')}
          className={FIELD}
        >
          {CHECK_KINDS.map((each) => (
            <option key={each} value={each}>
              {CHECK_KIND_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
    </IdsForm>
  )
}

const TOO_LONG = `A check takes up to ${formatNumber(MAX_CHECKED)} IDs. Paste a part of the list, and check the rest later.`

function aboutLabel(count: number, list: CheckList): string {
  if (count === 0)
    return `Each is read again and checked, at most ${formatNumber(list.perSecond)} a second. Up to ${formatNumber(MAX_CHECKED)}.`
  return `${formatCount(count, 'ID')}. Takes ${durationLabel(count, list)}. You can leave the page meanwhile.`
}
