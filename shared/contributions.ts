/**
 * Everything a feature can offer to another one that asks all features alike, such as the owner's inbox. Empty here:
 * the feature that asks adds its question in its `contract.ts` by `declare module '#shared/contributions.ts'`; the
 * features that answer return it from `feature.ts`.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Contributions {}
