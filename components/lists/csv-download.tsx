'use client'

import { FileDown } from 'lucide-react'
import { createContext, type ReactNode, use, useState } from 'react'
import type { CsvForm } from '@/lib/core/download'
import { CSV_FORM_COOKIE, preferenceCookie } from '@/lib/text/preferences'
import { buttonClass } from '@/components/ui/button'

const ChosenForm = createContext<readonly [form: CsvForm, choose: (form: CsvForm) => void]>(['csv', () => undefined])

/** Provides every CSV with the form that the user chose. A cookie keeps it, so that the first HTML has the right addresses. */
export function CsvFormProvider({ chosen, children }: { chosen: CsvForm; children: ReactNode }) {
  const [form, setForm] = useState(chosen)
  const choose = (wanted: CsvForm) => {
    setForm(wanted)
    document.cookie = preferenceCookie(CSV_FORM_COOKIE, wanted)
  }
  return <ChosenForm value={[form, choose]}>{children}</ChosenForm>
}

/** Returns the form of every CSV, and the function that changes it. */
export const useCsvForm = () => use(ChosenForm)

interface CsvLinkProps {
  label: 'Export CSV' | 'Download CSV'
  title: string
  /** Returns the address of the file. `form` is undefined for the strict one. */
  addressOf: (form?: CsvForm) => string
}

/** A link that downloads a CSV in the form that the user chose. */
function CsvLink({ label, title, addressOf }: CsvLinkProps) {
  const [chosen] = useCsvForm()
  const form = chosen === 'excel' ? chosen : undefined
  return (
    <a href={addressOf(form)} title={title} className={buttonClass('secondary', true)}>
      <FileDown aria-hidden="true" className="size-3.5" />
      {label}
    </a>
  )
}

/** A link that downloads a CSV, and the choice of its form, which all of them share. */
export function CsvDownload(link: CsvLinkProps) {
  const [chosen, choose] = useCsvForm()
  const isForExcel = chosen === 'excel'
  return (
    <span className="no-print flex flex-wrap items-center gap-x-2">
      <CsvLink {...link} />
      <label
        title="Semicolons, decimal commas, and IDs that Excel does not change. For every CSV, remembered in this browser."
        className="flex min-h-7 items-center gap-1.5 text-xs"
      >
        <input type="checkbox" checked={isForExcel} onChange={() => choose(isForExcel ? 'csv' : 'excel')} />
        For Excel
      </label>
    </span>
  )
}
