import type { ComponentProps } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from './visible-marks'

/** A link in the accent colour to a page that may need the billing API, so it is not prefetched. A text from outside is isolated. */
export const TextLink = ({ className, children, ...link }: ComponentProps<typeof Link>) => (
  <Link prefetch={false} {...link} className={classNames('foreign text-accent hover:underline', className)}>
    {typeof children === 'string' ? <VisibleMarks>{children}</VisibleMarks> : children}
  </Link>
)
