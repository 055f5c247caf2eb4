const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns whether a text is a UUID as the database writes it, with lowercase letters. PostgreSQL refuses a query with
 * anything else.
 */
export const isUuid = (text: string): boolean => uuid.test(text)
