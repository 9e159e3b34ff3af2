/** Images that the model can look at and the panel can show. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** Of all images of a prompt together; a request may have 20 MB, and they travel as base64. */
export const MAX_IMAGE_BYTES = 10_000_000;
