import { FileDown } from 'lucide-react'
import { createContext, type ReactNode, use, useState } from 'react'
import type { CsvForm } from '@/lib/core/download'
import { CSV_FORM_COOKIE, preferenceCookie } from '@/lib/text/preferences'
import { buttonClass } from '@/components/ui/button'

interface ChosenCsvForm {
  /** The form as the address of a file takes it; undefined for the strict one. */
  form: 'excel' | undefined
  /** Chooses the other form. */
  toggle: () => void
}

const ChosenForm = createContext<ChosenCsvForm>({ form: undefined, toggle: () => undefined })

/** Provides every CSV with the form that the user chose. A cookie keeps it, so that the first HTML has the right addresses. */
export function CsvFormProvider({ chosen, children }: { chosen: CsvForm; children: ReactNode }) {
  const [form, setForm] = useState(chosen)
  const toggle = () => {
    const other = form === 'excel' ? 'csv' : 'excel'
    setForm(other)
    document.cookie = preferenceCookie(CSV_FORM_COOKIE, other)
  }
  return <ChosenForm value={{ form: form === 'excel' ? form : undefined, toggle }}>{children}</ChosenForm>
}

/** Returns the form of every CSV, and the function that changes it. */
export const useCsvForm = () => use(ChosenForm)

interface CsvDownloadProps {
  label: 'Export CSV' | 'Download CSV'
  title: string
  /** Returns the address of the file. `form` is undefined for the strict one. */
  addressOf: (form?: CsvForm) => string
}

/** A link that downloads a CSV, and the choice of its form, which all of them share. */
export function CsvDownload({ label, title, addressOf }: CsvDownloadProps) {
  const { form, toggle } = useCsvForm()
  return (
    <span className="no-print flex flex-wrap items-center gap-x-2">
      <a href={addressOf(form)} title={title} className={buttonClass('secondary', true)}>
        <FileDown aria-hidden="true" className="size-3.5" />
        {label}
      </a>
      <label
        title="Semicolons, decimal commas, and IDs that Excel does not change. For every CSV, remembered in this browser."
        className="flex min-h-7 items-center gap-1.5 text-xs"
      >
        <input type="checkbox" checked={form === 'excel'} onChange={toggle} />
        For Excel
      </label>
    </span>
  )
}
