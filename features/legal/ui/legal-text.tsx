import { Link } from 'react-router'
import { partsOf } from './linked-text.ts'

/** One paragraph or line of a legal text, with its links. */
export function LegalText({ text }: { text: string }) {
  return partsOf(text).map(({ words, href }) =>
    href === undefined ? (
      words
    ) : href.startsWith('/') ? (
      <Link key={href} to={href} className={linkClass}>
        {words}
      </Link>
    ) : (
      <a key={href} href={href} className={linkClass}>
        {words}
      </a>
    ),
  )
}

const linkClass = 'underline underline-offset-4 [overflow-wrap:anywhere] hover:text-live'
