/** A link to a page or to a section of the landing page. */
export type NavEntry = { label: string; to: string }
