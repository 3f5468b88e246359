/** Why a pool has no balance. */
export const UNSIGNED =
  'No balance: the billing API’s deductions have positive amounts, so it is not known which way an amount counts.'
