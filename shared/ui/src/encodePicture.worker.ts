import { type EncodeOptions, encodePicture } from './encodePicture';

// The page's types apply here. Of the worker's API, this file uses these two members.
const worker = self as unknown as {
  postMessage(message: string): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<{ file: Blob; options: EncodeOptions }>) => void): void;
};

worker.addEventListener('message', ({ data: { file, options }, ports: [answer] }) => {
  encodePicture(file, options).then(
    (encoded) => answer?.postMessage(encoded),
    () => answer?.postMessage(null),
  );
});
worker.postMessage('ready');
