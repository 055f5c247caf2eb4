/* Prepares the data folder that the sites of the system and end-to-end tests start on. */
import { prepareDataFolder } from '../../tests/support/prepared-folder.ts'

await prepareDataFolder()
