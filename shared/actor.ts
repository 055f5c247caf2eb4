import { createContext } from 'react-router'

/** The signed-in person behind a request, for logs. */
type Actor = { email: string }

/**
 * Context set by page guards and read by loaders and actions: `context.get(actorContext).email`. Reading it on an
 * unguarded page throws.
 */
export const actorContext = createContext<Actor>()
