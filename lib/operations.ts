import type { z } from 'zod'
import type { OperationName } from './core/operations'
import type { Operation } from './core/server/operation'
import type { Pending, StoreWrite } from './core/server/store-write'
import { exportActivity } from '@/lib/activity/server/export-activity'
import { getSubscriptionHistory, listActivity } from '@/lib/activity/server/read-activity'
import { cancelSelected, stopGroup } from '@/lib/changes/server/cancel-selected'
import { closeChange, exportChanges, getChange, listChanges } from '@/lib/changes/server/list-changes'
import { approveChange, declineChange } from '@/lib/changes/server/proposals'
import {
  cancelSubscription,
  deleteSubscription,
  proposeCancel,
  proposeDelete,
} from '@/lib/changes/server/request-change'
import { getApiCustomer, getCustomer } from '@/lib/customers/server/get-customer'
import { getRelated } from '@/lib/customers/server/get-related'
import { find, suggest } from '@/lib/find/server/find'
import { compareInvoices } from '@/lib/invoices/server/compare-invoices'
import { downloadInvoiceCsv, exportInvoiceLines } from '@/lib/invoices/server/export-lines'
import { getInvoice, getRawInvoice } from '@/lib/invoices/server/get-invoice'
import { printInvoice } from '@/lib/invoices/server/print-invoice'
import { printInvoiceMonth } from '@/lib/invoices/server/print-invoice-month'
import { exportTransactions } from '@/lib/ledger/server/export/export-transactions'
import { exportLedgerMonths, printMonths } from '@/lib/ledger/server/export/ledger-months-files'
import { explainChange } from '@/lib/ledger/server/figures/explain-change'
import { filterTransactions, listFilterOptions } from '@/lib/ledger/server/figures/filter-transactions'
import { getBalanceChart } from '@/lib/ledger/server/figures/get-balance-chart'
import { exportCredits, listCredits } from '@/lib/ledger/server/figures/list-credits'
import { listGrantedBlocks, listLedgerBlocks } from '@/lib/ledger/server/figures/list-ledger-blocks'
import { listLedgerMonths } from '@/lib/ledger/server/figures/list-ledger-months'
import { listRawTransactions, listTransactions } from '@/lib/ledger/server/list-transactions'
import { cancelLedgerRead, getLedgerRead, readLedger } from '@/lib/ledger/server/read/get-ledger-read'
import { forgetCustomer } from '@/lib/objects/server/forget-customer'
import { getAttention } from '@/lib/objects/server/get-attention'
import { exportCustomers, exportInvoices, exportSubscriptions } from '@/lib/objects/server/export-objects'
import { listDifferences } from '@/lib/objects/server/list-differences'
import { listCustomers, listInvoices, listSubscriptions } from '@/lib/objects/server/list-objects'
import { sumInvoices } from '@/lib/objects/server/sum-invoices'
import { forgetOpened, listOpened } from '@/lib/objects/server/opened-objects'
import { listReviews, reviewFinding, withdrawReview } from '@/lib/objects/server/review-finding'
import { addNote, deleteNote, editNote, listNotes } from '@/lib/objects/server/notes'
import { createAccessKey, listAccessKeys, listOwnAccessKeys, revokeAccessKey } from '@/lib/people/server/access-keys'
import { changePassword, endSession, getAccount, signOut } from '@/lib/people/server/account'
import { finishOidc, startOidc } from '@/lib/people/server/oidc/oidc-sign-in'
import { resetPassword, setUp, signIn, stepUp } from '@/lib/people/server/sign-in'
import { addUser, changeUser, createResetLink, listUsers } from '@/lib/people/server/users'
import { getRead, listReads } from '@/lib/reads/server/list-reads'
import { readThese, stopRead } from '@/lib/reads/server/start-reads'
import { getStatus } from '@/lib/status/server/get-status'
import { getRawSubscription, getSubscription } from '@/lib/subscriptions/server/get-subscription'

/** Each operation by its name: above all subjects, so no operation imports it. */
export const OPERATION_MAP = {
  getSubscription,
  getRawSubscription,
  getSubscriptionHistory,
  cancelSubscription,
  deleteSubscription,
  approveChange,
  proposeCancel,
  proposeDelete,
  declineChange,
  getChange,
  listChanges,
  exportChanges,
  cancelSelected,
  stopGroup,
  closeChange,
  getInvoice,
  getRawInvoice,
  compareInvoices,
  listTransactions,
  listRawTransactions,
  find,
  listSubscriptions,
  listInvoices,
  sumInvoices,
  listCustomers,
  getCustomer,
  getApiCustomer,
  listDifferences,
  getRelated,
  getAttention,
  listOpened,
  forgetOpened,
  listReviews,
  reviewFinding,
  withdrawReview,
  listNotes,
  addNote,
  editNote,
  deleteNote,
  forgetCustomer,
  exportSubscriptions,
  exportInvoices,
  exportInvoiceLines,
  exportCustomers,
  readThese,
  listReads,
  getRead,
  stopRead,
  listCredits,
  exportCredits,
  suggest,
  printInvoice,
  printInvoiceMonth,
  downloadInvoiceCsv,
  exportTransactions,
  getLedgerRead,
  readLedger,
  cancelLedgerRead,
  getBalanceChart,
  explainChange,
  listLedgerMonths,
  listLedgerBlocks,
  listGrantedBlocks,
  listFilterOptions,
  filterTransactions,
  exportLedgerMonths,
  printMonths,
  signIn,
  signOut,
  getAccount,
  changePassword,
  endSession,
  listOwnAccessKeys,
  createAccessKey,
  listAccessKeys,
  revokeAccessKey,
  setUp,
  resetPassword,
  stepUp,
  listActivity,
  exportActivity,
  getStatus,
  startOidc,
  finishOidc,
  listUsers,
  addUser,
  changeUser,
  createResetLink,
} satisfies Record<OperationName, Operation>

type OperationMap = typeof OPERATION_MAP

/** The checked input of an operation: the fields of its path and of its query or body. */
export type InputOf<Name extends OperationName> = z.infer<OperationMap[Name]['input']>

type Returned<Definition> = Definition extends { write: (...input: never) => Pending<StoreWrite<infer Output>> }
  ? Output
  : Definition extends { run: (...input: never) => Promise<infer Output> }
    ? Output
    : never

/** The output of an operation; of a `raw` one, JSON text. */
export type OutputOf<Name extends OperationName> = Returned<OperationMap[Name]>

/** Returns an operation of any name, with its optional properties. */
export const operationOf = (name: OperationName): Operation => OPERATION_MAP[name]
