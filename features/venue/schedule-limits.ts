/** Maximum number of dates on a page; calendars contain all. */
export const maxListed = { coming: 24, past: 12 }
