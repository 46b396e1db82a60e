import { type EncodeOptions, encodePicture } from './encodePicture';

// Typed as a page here; of a worker's own things it uses these two.
const worker = self as unknown as {
  postMessage(said: string): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<{ file: Blob; options: EncodeOptions }>) => void): void;
};

worker.addEventListener('message', ({ data: { file, options }, ports: [answer] }) => {
  encodePicture(file, options).then(
    (encoded) => answer?.postMessage(encoded),
    () => answer?.postMessage(null),
  );
});
worker.postMessage('ready');
