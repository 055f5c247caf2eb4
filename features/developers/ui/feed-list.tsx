/** Lists the addresses for apps: what each is, and the address itself. */
export function FeedList({ feeds }: { feeds: { label: string; href: string }[] }) {
  return (
    <ul className="border-b border-groove">
      {feeds.map(({ label, href }) => (
        <li key={href} className="grid gap-x-8 border-t border-groove py-3 md:grid-cols-[1fr_2fr] md:items-center">
          <span className="text-dust">{label}</span>
          <a
            href={href}
            className="figures inline-flex min-h-11 items-center text-small [overflow-wrap:anywhere] underline-offset-4 hover:text-live hover:underline"
          >
            {href}
          </a>
        </li>
      ))}
    </ul>
  )
}
