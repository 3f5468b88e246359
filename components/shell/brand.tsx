import { classNames } from '@/components/ui/class-names'

/** The mark and the name of the product. @param nameClass of the name */
export function Brand({ nameClass }: { nameClass?: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-sm font-semibold whitespace-nowrap">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-5 shrink-0">
        <rect width="32" height="32" rx="7" className="fill-accent-solid" />
        <path d="M10 7h12v18l-3-2-3 2-3-2-3 2z" className="fill-on-solid" />
        <path d="M13 12h6M13 16h6" className="stroke-accent-solid" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <span className={classNames(nameClass)}>Billing Console</span>
    </span>
  )
}
