import { createContext } from 'react-router'
import type { OwnerSession } from '#features/owner/contract.ts'

/** Router context with the owner's session. Other features read `actorContext` of `shared/actor.ts` instead. */
export const ownerSessionContext = createContext<OwnerSession>()
