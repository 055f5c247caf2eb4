import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A link within a sentence. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-sand underline underline-offset-4 hover:text-live">
      {children}
    </Link>
  )
}
