/* SPDX-License-Identifier: Apache-2.0 */
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS of one name node and one data node, until it is killed: {@code MiniHdfs FOLDER}. */
final class MiniHdfs {
  private MiniHdfs() {}

  /** Writes the address into the file {@code FOLDER/address} when HDFS can be used. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Configuration settings = new Configuration();
    settings.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("dfs").toString());
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(settings).numDataNodes(1).build();
    cluster.waitActive();
    Path partial = folder.resolve("address.new");
    Files.writeString(partial, cluster.getURI().toString());
    Files.move(partial, folder.resolve("address"));
    Thread.currentThread().join();
  }
}
