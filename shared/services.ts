import { createContext } from 'react-router'

/**
 * Services available to page loaders. Every feature adds its service in its `contract.ts` by `declare module
 * '#shared/services.ts'`, so that shared/ and pages do not depend on server code.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Services {}

/**
 * React Router context with the services of the features. The server imports it from `entry.server`, because the page
 * bundle and the server bundle have separate copies of this module.
 */
export const servicesContext = createContext<Services>()
