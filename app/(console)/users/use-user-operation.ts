'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConsoleInput, ConsoleOutput } from '@/contract/console/operations'
import { sendOperation } from '@/lib/browser/operation'
import { problemOf } from '@/lib/browser/problem-of'

/** Sends a user operation once, then reloads the list, whatever the outcome. */
export function useUserOperation<Name extends 'addUser' | 'changeUser' | 'createResetLink'>(
  name: Name,
  onDone: (output: ConsoleOutput<Name>) => void,
) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: (input: ConsoleInput<Name>) => sendOperation(name, input),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['listUsers'] }),
  })
  return { send: mutate, running: isPending, problem: error ? problemOf(error) : undefined }
}
