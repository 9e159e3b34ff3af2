import type { Page } from 'playwright-core';

/**
 * Whether what VS Code for the web has stored of the editors of the window contains `text`: it stores them every five
 * seconds when it is idle. A window that is reloaded before has the editors of the time before that.
 */
export function hasStoredEditors(page: Page, text: string): Promise<boolean> {
  return page.evaluate(async text => {
    for (const { name = '' } of await indexedDB.databases()) {
      const found = await new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(new Error(`The database ${name} could not be opened`));
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('ItemTable')) {
            database.close();
            resolve(undefined);
            return;
          }
          // What else names the type of an editor says nothing of the editors that are open.
          const reading = database
            .transaction('ItemTable')
            .objectStore('ItemTable')
            .get('memento/workbench.parts.editor');
          reading.onerror = () => reject(new Error(`The database ${name} could not be read`));
          reading.onsuccess = () => resolve(reading.result);
          database.close(); // once the reading is done
        };
      });
      if (typeof found === 'string' && found.includes(text)) return true;
    }
    return false;
  }, text);
}
