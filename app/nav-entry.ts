/** A place to go: a page, or a passage of the landing page. */
export type NavEntry = { label: string; to: string }
