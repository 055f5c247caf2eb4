import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** Link back to the list a page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      prefetch="intent"
      viewTransition
      className="label inline-flex print:hidden min-h-11 items-center gap-2 text-dust hover:text-sand"
    >
      <ArrowLeft size={16} />
      {children}
    </Link>
  )
}
