import { useRef } from 'preact/hooks';
import { imagesIn, toBase64 } from '../../pastedImages';
import { useServices } from '../../services';

/** Attaches pasted images, which takes a moment: a prompt sent at once waits for them. */
export function usePasting() {
  const { host, ask } = useServices();
  /** The images on their way to the host; resolves with false if one can't be attached. */
  const pasting = useRef<Promise<boolean>>(undefined);
  const onPaste = (event: ClipboardEvent) => {
    const images = imagesIn(event.clipboardData);
    if (images.length === 0) return;
    event.preventDefault();
    const attached = images.map(async image => host.attachImage(image.type, await toBase64(image)));
    for (const each of attached) ask(each);
    const before = pasting.current;
    const all = Promise.allSettled(attached).then(async results => {
      const isAttached = (await before) !== false && results.every(({ status }) => status === 'fulfilled');
      if (pasting.current === all) pasting.current = undefined;
      return isAttached;
    });
    pasting.current = all;
  };
  /** Returns false if nothing is on its way. Otherwise calls `send` once everything is attached. */
  const holds = (send: () => void): boolean => {
    void pasting.current?.then(isAttached => isAttached && send());
    return pasting.current !== undefined;
  };
  return { onPaste, holds };
}
