import { runChange } from './run-change'
import { approveChange as runApproveChange, declineChange as runDeclineChange } from './proposals'
import {
  closeChange as runCloseChange,
  exportChanges as runExportChanges,
  getChange as runGetChange,
  listChanges as runListChanges,
} from './list-changes'
import { cancelSelected as runCancelSelected, stopGroup as runStopGroup } from './cancel-selected'
import { PathId, Reason, CSV_FIELDS } from '@/lib/core/server/input'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'
import { MAX_GROUP_BYTES } from '../change'
import {
  CancelSubscriptionInput,
  DeleteSubscriptionInput,
  ChangeId,
  ListChangesInput,
  GroupId,
  CancelSelectedInput,
} from './change-input'

export const cancelSubscription = operation('cancelSubscription', {
  input: CancelSubscriptionInput,
  audit: {
    records: 'run',
    object: { kind: 'subscription', idField: 'id' },
    fields: ['externalCustomerId', 'seen', 'asOf'],
  },
  run: (context, input) => runChange(context, 'cancel', input),
})

export const deleteSubscription = operation('deleteSubscription', {
  input: DeleteSubscriptionInput,
  audit: { records: 'run', object: { kind: 'subscription', idField: 'id' }, fields: ['seen', 'asOf'] },
  run: (context, input) => runChange(context, 'delete', input),
})

export const approveChange = operation('approveChange', {
  input: z.strictObject({ id: PathId, changeId: ChangeId, reason: Reason }),
  audit: { records: 'run', object: { kind: 'subscription', idField: 'id' }, fields: ['changeId'] },
  run: runApproveChange,
})

export const proposeCancel = operation('proposeCancel', {
  input: CancelSubscriptionInput,
  describe: 'Proposes to cancel a subscription. Nothing is sent until another person approves it in the console.',
  tool: true,
  audit: {
    records: 'run',
    object: { kind: 'subscription', idField: 'id' },
    fields: ['externalCustomerId', 'seen', 'asOf'],
  },
  run: (context, input) => runChange(context, 'cancel', { ...input, isProposal: true }),
})

export const proposeDelete = operation('proposeDelete', {
  input: DeleteSubscriptionInput,
  describe: 'Proposes to delete a subscription. Nothing is sent until another person approves it in the console.',
  tool: true,
  audit: { records: 'run', object: { kind: 'subscription', idField: 'id' }, fields: ['seen', 'asOf'] },
  run: (context, input) => runChange(context, 'delete', { ...input, isProposal: true }),
})

export const declineChange = operation('declineChange', {
  input: z.strictObject({ changeId: ChangeId, reason: Reason }),
  audit: { records: 'refusal' },
  run: runDeclineChange,
})

export const getChange = operation('getChange', {
  input: z.strictObject({ changeId: ChangeId }),
  describe: 'A cancel or delete with its state, from the proposal to the outcome.',
  tool: true,
  isPolled: true,
  run: runGetChange,
})

export const listChanges = operation('listChanges', {
  input: ListChangesInput,
  describe:
    'Cancels and deletes that were requested in this console, the newest first. By default only those whose outcome is not known yet; finished ones and proposals need another `state`. `groups` says how far the groups of these changes are.',
  tool: true,
  isPolled: true,
  run: runListChanges,
})

export const exportChanges = operation('exportChanges', {
  input: z.strictObject({ group: GroupId.optional(), ...CSV_FIELDS }),
  describe: 'A CSV of the cancels and deletes that the activity of the user shows, or of those of a group.',
  audit: { records: 'run', fields: ['group', 'form'] },
  run: runExportChanges,
})

export const cancelSelected = operation('cancelSelected', {
  input: CancelSelectedInput,
  maxBodyBytes: MAX_GROUP_BYTES,
  audit: { records: 'refusal' },
  run: runCancelSelected,
})

export const stopGroup = operation('stopGroup', {
  input: z.strictObject({ groupId: GroupId }),
  audit: { records: 'refusal' },
  run: runStopGroup,
})

export const closeChange = operation('closeChange', {
  input: z.strictObject({ changeId: ChangeId, note: Reason }),
  audit: { records: 'refusal' },
  run: runCloseChange,
})
