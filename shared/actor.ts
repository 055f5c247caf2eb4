import { createContext } from 'react-router'

/** The person on whose behalf a guarded page is made or an act is done; logs name them. */
export type Actor = { email: string }

/**
 * Set by whoever guards a set of pages, read by the loaders and actions beneath: `context.get(actorContext).email`.
 * Reading it on a page that is not guarded throws.
 */
export const actorContext = createContext<Actor>()
