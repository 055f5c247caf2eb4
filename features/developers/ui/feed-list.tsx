/** An address for apps; with `pattern` it is an example of several. */
type FeedEntry = { label: string; href: string; pattern?: string }

/** Lists the addresses for apps: what each is, and the address itself. */
export function FeedList({ feeds }: { feeds: FeedEntry[] }) {
  return (
    <ul className="border-b border-groove">
      {feeds.map(({ label, href, pattern }) => (
        <li key={href} className="grid gap-x-8 border-t border-groove py-3 md:grid-cols-[1fr_2fr] md:items-center">
          <span className="text-dust">{label}</span>
          <a
            href={href}
            translate="no"
            className="figures inline-flex min-h-11 items-center text-small [overflow-wrap:anywhere] underline-offset-4 hover:text-live hover:underline"
          >
            {pattern ?? href}
          </a>
        </li>
      ))}
    </ul>
  )
}
